interface Key {
  /** Where it works. */
  where: string;
  /** As it is written on the keyboard, with 'Ctrl', 'Shift' and 'Alt' before it; any of them. */
  press: readonly string[];
  does: string;
}

/** The keys of the product. Handlers ask `isKey`, and the list that `?` opens is made of them: what is not here does not work. */
export const KEYS = {
  search: { where: 'Everywhere', press: ['Ctrl K'], does: 'Search for anything' },
  keys: { where: 'Everywhere', press: ['?'], does: 'Show this list' },

  choiceDown: { where: 'Fields with a list', press: ['Down'], does: 'Next choice, previous choice' },
  choiceUp: { where: 'Fields with a list', press: ['Up'], does: 'Next choice, previous choice' },
  choicesOn: { where: 'Fields with a list', press: ['PgDn'], does: 'Catalogues: next choices, previous choices' },
  choicesBack: { where: 'Fields with a list', press: ['PgUp'], does: 'Catalogues: next choices, previous choices' },
  choose: { where: 'Fields with a list', press: ['Enter'], does: 'Search at once; take the marked choice' },
  closeChoices: { where: 'Fields with a list', press: ['Esc'], does: 'Close the list' },
  closeMenu: { where: 'Menus and calendars', press: ['Esc'], does: 'Close, back to the button' },

  rowDown: { where: 'Lists', press: ['Down'], does: 'Next row, previous row' },
  rowUp: { where: 'Lists', press: ['Up'], does: 'Next row, previous row' },
  rowFirst: { where: 'Lists', press: ['Home'], does: 'Patients and reports: first row, last row' },
  rowLast: { where: 'Lists', press: ['End'], does: 'Patients and reports: first row, last row' },
  openRow: { where: 'Lists', press: ['Enter'], does: 'Open the row' },
  explain: { where: 'Lists', press: ['Space', 'Enter'], does: 'On a result: where it comes from' },
  filter: { where: 'Lists', press: ['/'], does: 'Patient list: go to the filter' },
  edit: { where: 'Lists', press: ['E'], does: 'Patient list: update the patient' },

  chartEarlier: { where: 'Charts', press: ['Left'], does: 'Day before, day after' },
  chartLater: { where: 'Charts', press: ['Right'], does: 'Day before, day after' },
  chartAbove: { where: 'Charts', press: ['Up'], does: 'Result above or below on the same day' },
  chartBelow: { where: 'Charts', press: ['Down'], does: 'Result above or below on the same day' },
  chartFirst: { where: 'Charts', press: ['Home'], does: 'First day, last day' },
  chartLast: { where: 'Charts', press: ['End'], does: 'First day, last day' },
  chartBack: { where: 'Charts', press: ['Shift Left'], does: 'Move in time' },
  chartOn: { where: 'Charts', press: ['Shift Right'], does: 'Move in time' },
  zoomIn: { where: 'Charts', press: ['+', '='], does: 'Zoom in' },
  zoomOut: { where: 'Charts', press: ['-'], does: 'Zoom out' },
  pin: { where: 'Charts', press: ['Enter'], does: 'Keep the note of the result open' },
  source: { where: 'Charts', press: ['Space'], does: 'Where the result comes from' },
  chartLeave: { where: 'Charts', press: ['Esc'], does: 'Close the note, leave the day' },

  lineDown: { where: 'Legends of charts', press: ['Down'], does: 'Next line, previous line; moves the line while reordering' },
  lineUp: { where: 'Legends of charts', press: ['Up'], does: 'Next line, previous line; moves the line while reordering' },
  lineFirst: { where: 'Legends of charts', press: ['Home'], does: 'Reordering: the line becomes the first, the last' },
  lineLast: { where: 'Legends of charts', press: ['End'], does: 'Reordering: the line becomes the first, the last' },

  spanEarlier: { where: 'Start and end of the shown time', press: ['Left', 'Down'], does: 'Earlier' },
  spanLater: { where: 'Start and end of the shown time', press: ['Right', 'Up'], does: 'Later' },
  spanFarEarlier: { where: 'Start and end of the shown time', press: ['PgDn'], does: 'Ten steps earlier' },
  spanFarLater: { where: 'Start and end of the shown time', press: ['PgUp'], does: 'Ten steps later' },

  save: { where: 'Forms', press: ['Ctrl Enter'], does: 'Save' },
  saveAnother: { where: 'Forms', press: ['Ctrl Shift Enter'], does: 'Save and add another' },
  leave: { where: 'Forms', press: ['Esc'], does: 'Leave; asks if something would be lost' },
  confirm: { where: 'Forms', press: ['Enter'], does: 'In the field of a question: confirm' },

  cellOn: { where: 'Rows of a form', press: ['Enter'], does: 'Next field that is needed' },
  cellDown: { where: 'Rows of a form', press: ['Down'], does: 'Same field of the next row, of the previous row' },
  cellUp: { where: 'Rows of a form', press: ['Up'], does: 'Same field of the next row, of the previous row' },
  goToUnit: { where: 'Rows of a form', press: ['F2'], does: 'Examination: go to the unit' },
  removeRow: { where: 'Rows of a form', press: ['Ctrl Delete'], does: 'Examination: remove the row' },

  addRequest: { where: 'Lab parameters requests', press: ['A'], does: 'Add as new' },
  mergeRequest: { where: 'Lab parameters requests', press: ['M'], does: 'Merge' },
  rejectRequest: { where: 'Lab parameters requests', press: ['R'], does: 'Reject' },
  requestRows: { where: 'Lab parameters requests', press: ['O'], does: 'OCR Reports' },
  undoDecision: { where: 'Lab parameters requests', press: ['U'], does: 'Undo the last rejection or merge' },
  aliasUp: { where: 'Aliases of a lab parameter', press: ['Alt Up'], does: 'Move the alias up, down' },
  aliasDown: { where: 'Aliases of a lab parameter', press: ['Alt Down'], does: 'Move the alias up, down' },

  today: { where: 'Dates', press: ['T'], does: 'Today' },
  dayLater: { where: 'Dates', press: ['Up'], does: 'A day later, a day earlier' },
  dayEarlier: { where: 'Dates', press: ['Down'], does: 'A day later, a day earlier' },

  acceptRow: { where: 'Pages of a report', press: ['Enter'], does: 'Accept the row and go to the next' },
  rowBefore: { where: 'Pages of a report', press: ['Shift Enter'], does: 'Previous row' },
  nextDoubt: { where: 'Pages of a report', press: ['F8'], does: 'Next doubt' },
  previousDoubt: { where: 'Pages of a report', press: ['Shift F8'], does: 'Previous doubt' },
} as const satisfies Record<string, Key>;

export type KeyName = keyof typeof KEYS;

/** What a key event says of its key. */
export interface Pressed {
  key: string;
  ctrlKey: boolean;
  metaKey: boolean;
  altKey: boolean;
  shiftKey: boolean;
}

const NAMES: Readonly<Record<string, string>> = {
  Left: 'ArrowLeft',
  Right: 'ArrowRight',
  Up: 'ArrowUp',
  Down: 'ArrowDown',
  Space: ' ',
  Esc: 'Escape',
  PgDn: 'PageDown',
  PgUp: 'PageUp',
};

const matches = (press: string, event: Pressed): boolean => {
  const parts = press.split(' ');
  const key = parts.pop() ?? '';
  // some keyboards need Shift for a sign: there it says nothing
  const isSign = key.length === 1 && !/[a-z]/i.test(key);
  return (
    event.key.toLowerCase() === (NAMES[key] ?? key).toLowerCase() &&
    (event.ctrlKey || event.metaKey) === parts.includes('Ctrl') &&
    event.altKey === parts.includes('Alt') &&
    (isSign || event.shiftKey === parts.includes('Shift'))
  );
};

/** Whether a key event is this key; on a Mac ⌘ is as good as Ctrl. */
export const isKey = (event: Pressed, name: KeyName): boolean => KEYS[name].press.some((press) => matches(press, event));

/** Where a key leads in a column of a form's rows: to the next row, to the previous one, or nowhere. */
export const cellStep = (event: Pressed): 1 | -1 | undefined => (isKey(event, 'cellDown') ? 1 : isKey(event, 'cellUp') ? -1 : undefined);

/** Whether keys that are letters or signs are being typed into something. */
export const isTyping = (target: EventTarget | null): boolean =>
  target instanceof Element && target.closest('input, textarea, select, [contenteditable=true]') !== null;

/** All keys by where they work; what does the same stands together. */
export const keyList = (): { where: string; keys: { press: string[]; does: string }[] }[] => {
  const groups = new Map<string, Map<string, string[]>>();
  for (const { where, press, does } of Object.values<Key>(KEYS)) {
    const group = groups.get(where) ?? new Map<string, string[]>();
    groups.set(where, group.set(does, [...(group.get(does) ?? []), ...press]));
  }
  return [...groups].map(([where, keys]) => ({ where, keys: [...keys].map(([does, press]) => ({ press, does })) }));
};
