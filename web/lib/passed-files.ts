// in memory only: no address and no entry of the browser's history can hold files
let files: readonly File[] = [];

/** Passes files on to the screen that uploads them. */
export const passFiles = (chosen: readonly File[]): void => {
  files = chosen;
};

/** Files that no screen has taken yet. */
export const passedFiles = (): readonly File[] => files;

/** Once they are taken, and at the end of a session. */
export const forgetPassedFiles = (): void => {
  files = [];
};
