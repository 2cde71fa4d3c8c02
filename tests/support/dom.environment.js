import JsdomEnvironment from 'jest-environment-jsdom';

/** What screens use of a browser, that jsdom leaves out and Node has. */
const FROM_NODE = ['fetch', 'Request', 'Response', 'Headers', 'ReadableStream', 'TextEncoder', 'TextDecoder', 'structuredClone'].concat(
  // a form with a file is sent by fetch, which knows only its own
  ['Blob', 'File', 'FormData'],
);

/** A document without layout: enough for what a screen says and asks, not for what lies where. */
export default class DomEnvironment extends JsdomEnvironment {
  constructor(config, context) {
    super(
      {
        ...config,
        projectConfig: {
          ...config.projectConfig,
          testEnvironmentOptions: { ...config.projectConfig.testEnvironmentOptions, url: 'http://localhost/' },
        },
      },
      context,
    );
    for (const name of FROM_NODE) this.global[name] = globalThis[name];
    Object.defineProperty(this.global, 'crypto', { value: globalThis.crypto });
    this.global.CSS = { escape: (text) => text.replace(/[^\w-]/g, '\\$&') };
    this.global.matchMedia = (media) => ({ media, matches: false, addEventListener() {}, removeEventListener() {} });
    this.global.IntersectionObserver = this.global.ResizeObserver = class {
      observe() {}
      unobserve() {}
      disconnect() {}
    };
    Object.assign(this.global.Element.prototype, { scrollIntoView() {}, scrollTo() {}, scrollBy() {} });
    this.global.scrollTo = () => {};
  }
}
