import { jest } from '@jest/globals';
import { keepButtonsFromSaveKey } from './save-key.ts';

interface Sent {
  key?: string;
  ctrlKey?: boolean;
  repeat?: boolean;
  detail?: number;
}

describe('a button that has the focus', () => {
  const page = new EventTarget();
  const button = new EventTarget();
  let pressed: boolean;
  const send = (type: string, fields: Sent): Event => {
    const event = Object.assign(new Event(type, { cancelable: true }), {
      ...{ key: '', ctrlKey: false, metaKey: false, shiftKey: false, altKey: false, repeat: false },
      ...fields,
    });
    Object.defineProperty(event, 'target', { value: type === 'click' ? button : page });
    page.dispatchEvent(event);
    return event;
  };
  const down = (fields: Sent = { ctrlKey: true }) => send('keydown', { key: 'Enter', ...fields });
  /** As a button does when a key that it heard being pressed is let go. */
  const letGo = () => {
    send('keyup', { key: 'Enter' });
    click(0);
  };
  const click = (detail: number) => (pressed = !send('click', { detail }).defaultPrevented);

  beforeAll(() => {
    jest.useFakeTimers();
    Object.assign(globalThis, { addEventListener: page.addEventListener.bind(page), document: { activeElement: button } });
    keepButtonsFromSaveKey();
  });
  beforeEach(() => jest.runAllTimers());
  afterAll(() => jest.useRealTimers());

  it('is pressed by Enter and by the mouse', () => {
    down({});
    letGo();
    expect(pressed).toBe(true);
    click(1);
    expect(pressed).toBe(true);
  });

  it('is not pressed by Ctrl Enter, at once or when it is let go, and is again afterwards', () => {
    down();
    click(0);
    expect(pressed).toBe(false);
    letGo();
    expect(pressed).toBe(false);
    jest.runAllTimers();
    down({});
    letGo();
    expect(pressed).toBe(true);
  });

  it('is not pressed where the key is down again before the page had a moment', () => {
    down();
    letGo();
    down();
    jest.runAllTimers();
    letGo();
    expect(pressed).toBe(false);
  });
});
