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
  navigator.getGamepads ??= () => [];
  Object.assign(globalThis, listening, named, {
    window: globalThis, Image, screen: { width: 64, height: 64 }, innerWidth: 64, innerHeight: 64, scrollX: 0, scrollY: 0, focus: nothing,
    requestAnimationFrame: (call) => setTimeout(call, 16), cancelAnimationFrame: clearTimeout,
    document: { ...listening, documentElement: element(), body: element(), createElement: element, getElementById: () => null, readyState: "complete", visibilityState: "visible", hidden: false },
  });
}

/** A graphics card that keeps textures and lets them be read back; it draws nothing. */
function graphicsCard(canvas) {
  let [texture, buffer] = [null, null];
  const calls = {
    canvas, drawingBufferWidth: 64, drawingBufferHeight: 64,
    getParameter: () => null, getShaderParameter: () => true, getProgramParameter: () => true, getContextAttributes: () => ({ stencil: true }), getExtension: () => null,
    createTexture: () => ({}), createFramebuffer: () => ({}), createBuffer: () => ({}), createShader: () => ({}), createProgram: () => ({}), createRenderbuffer: () => ({}),
    bindTexture: (_, bound) => (texture = bound), bindFramebuffer: (_, bound) => (buffer = bound),
    texSubImage2D: (...args) => Object.assign(texture, { image: args.at(-1) }),
    framebufferTexture2D: (_target, _attachment, _kind, attached) => Object.assign(buffer ?? {}, { attached }),
    readPixels(x, y, w, h, _format, _type, out) {
      const { width, data } = buffer.attached.image;
      for (let row = 0; row < h; row++) out.set(data.subarray(4 * ((y + row) * width + x), 4 * ((y + row) * width + x + w)), 4 * row * w);
    },
  };
  return new Proxy(calls, { get: (calls, name) => calls[name] ?? (/^[A-Z]/.test(name) ? name : () => ({})) });
}

/** The same for Kaplay: with a graphics card, sound and time that goes on when it is told to. */
export function pretendToHaveAGraphicsCard() {
  pretendToBeABrowser();
  const { createElement } = document;
  const silence = new Proxy(function () {}, { get: (_, name) => (name === Symbol.toPrimitive ? () => 0 : name === "then" ? undefined : name === "decodeAudioData" ? async () => silence : silence), apply: () => silence, set: () => true });
  let next = [];
  Object.assign(globalThis, {
    ImageData: class ImageData {
      constructor(data, width, height) {
        Object.assign(this, { data, width, height: height ?? data.length / 4 / width });
      }
    },
    ResizeObserver: class {
      observe() {}
      disconnect() {}
    },
    AudioContext: function () {
      return silence;
    },
    requestAnimationFrame: (call) => next.push(call),
  });
  document.createElement = (tag) => {
    const element = createElement(tag);
    const context = element.getContext;
    let card = null;
    element.getContext = (kind) => (kind === "webgl" ? (card ??= graphicsCard(element)) : context(kind));
    return Object.assign(element, { offsetWidth: 64, offsetHeight: 64 });
  };
  document.body.appendChild = (child) => child;
  document.fonts = { add() {}, check: () => true };
  /** A frame at a time in milliseconds. */
  return (time) => {
    const calls = next;
    next = [];
    for (const call of calls) call(time);
  };
}
