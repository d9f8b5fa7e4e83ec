// As much of a browser as Phaser needs to start without a window. What it draws goes nowhere.

export function pretendToBeABrowser() {
  const nothing = () => {};
  const listening = { addEventListener: nothing, removeEventListener: nothing };
  const context = new Proxy({}, { get: (_, name) => (name === "getImageData" ? (_x, _y, w, h) => ({ data: new Uint8ClampedArray(4 * w * h) }) : () => ({ width: 0 })) });
  const element = () => ({
    ...listening, style: {}, children: [], parentNode: null, width: 64, height: 64, setAttribute: nothing, getAttribute: nothing, appendChild: nothing,
    removeChild: nothing, remove: nothing, focus: nothing, canPlayType: () => "", getContext: () => context,
    getBoundingClientRect: () => ({ left: 0, top: 0, x: 0, y: 0, width: 64, height: 64 }),
  });
  const named = Object.fromEntries(["HTMLElement", "HTMLVideoElement", "HTMLCanvasElement", "HTMLImageElement"].map((name) => [name, class {}]));
  class Image {
    set src(_) {
      setTimeout(() => this.onload?.());
    }
  }
  globalThis.navigator ??= { userAgent: "Node", appVersion: "" };
  Object.assign(globalThis, listening, named, {
    window: globalThis, Image, screen: { width: 64, height: 64 }, innerWidth: 64, innerHeight: 64, scrollX: 0, scrollY: 0, focus: nothing,
    requestAnimationFrame: (call) => setTimeout(call, 16), cancelAnimationFrame: clearTimeout,
    document: { ...listening, documentElement: element(), body: element(), createElement: element, getElementById: () => null, readyState: "complete", hidden: false },
  });
}
