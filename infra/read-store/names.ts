const COLLECTION = /^[a-z0-9][a-z0-9@._+-]{0,99}$/;
const FIELD = /^(?!\d+$)[A-Za-z0-9_][A-Za-z0-9_-]{0,63}$/;
const DEPTH = 8;

/** The name of a collection as it is. Lower case only, since not every engine tells cases apart. @throws TypeError for any other name */
export const checkedCollection = (name: string): string => {
  if (!COLLECTION.test(name)) {
    throw new TypeError('a collection is named by up to 100 lower-case letters, digits and @ . _ + -, beginning with a letter or digit');
  }
  return name;
};

/** The names along a (dotted) field: letters, digits, _ and - alone, safe within any engine's statements. @throws TypeError */
export const stepsOf = (field: string): string[] => {
  const steps = field.split('.');
  if (steps.length > DEPTH || !steps.every((step) => FIELD.test(step))) {
    throw new TypeError('a field is named by letters, digits, _ and -, nested ones by a dotted path, and not by a number alone');
  }
  return steps;
};

/** An id or name as it is. Engines end texts at a NUL: two ids could meet in one document. @throws TypeError */
export const storedId = (id: string): string => {
  if (id === '' || id.length > 500 || id.includes('\0')) throw new TypeError('ids and names are texts of 1 to 500 characters without NUL');
  return id;
};
