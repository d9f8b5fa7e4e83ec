// Compiles the shaders with Tint, the compiler of Chromium, besides wgpu's: both must take them without a word. It needs no adapter.
// `node tint.mjs FOLDER`: the folder in which the npm package `webgpu` is installed.
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';

const { create } = await import(createRequire(`${process.argv[2]}/`).resolve('webgpu'));
const adapter = await create(['backend=null']).requestAdapter();
const device = await adapter.requestDevice({ requiredLimits: { maxStorageBuffersPerShaderStage: 7 } });
const read = (name) => readFileSync(new URL(`../src/shaders/${name}.wgsl`, import.meta.url), 'utf8');

let faults = 0;
for (const [name, entries] of [['pairs', ['pairs']], ['buffer', ['paint', 'test', 'test_painted']], ['crowd', ['link', 'find']]]) {
  const module = device.createShaderModule({ code: read('sprite') + read(name) });
  for (const { type, lineNum, message } of (await module.getCompilationInfo()).messages) {
    console.log(`${name}: ${type} in line ${lineNum}: ${message}`);
    faults += 1;
  }
  for (const entryPoint of entries) {
    await device.createComputePipelineAsync({ layout: 'auto', compute: { module, entryPoint } });
  }
}
console.log(`${faults} complaints`);
process.exit(faults === 0 ? 0 : 1);
