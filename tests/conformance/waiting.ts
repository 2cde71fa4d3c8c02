/** Resolves as soon as the condition holds, looking again every few milliseconds; the test's own time limit ends it. */
export const until = async (condition: () => boolean | Promise<boolean>): Promise<void> => {
  while (!(await condition())) await new Promise((resolve) => setTimeout(resolve, 3));
};

/** A promise that is resolved from outside. */
export const gate = (): { passed: Promise<void>; open: () => void } => {
  let open = () => {};
  const passed = new Promise<void>((resolve) => (open = resolve));
  return { passed, open };
};
