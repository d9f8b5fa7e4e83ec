// Shows failed tests, and ends with the line that Rust's tests end with, so that `cargo xtask` counts the tests.

export default async function* reporter(source) {
  let [passed, failed] = [0, 0];
  for await (const { type, data } of source) {
    if (type === "test:pass" && data.details?.type !== "suite") passed++;
    if (type === "test:fail") {
      failed++;
      const error = data.details?.error;
      yield `FAILED ${data.file ?? ""}: ${data.name}\n${String(error?.cause?.stack ?? error?.cause ?? error)}\n`;
    }
    if (type === "test:stderr") yield data.message;
  }
  yield `test result: ${failed === 0 ? "ok" : "FAILED"}. ${passed} passed; ${failed} failed\n`;
}
