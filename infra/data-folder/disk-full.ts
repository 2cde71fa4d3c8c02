const FULL = 13;

/** Whether SQLite says that the disk is full; the lower byte of its code is the kind of the error. */
export const isDiskFull = (error: unknown): boolean => {
  const { errcode } = error as { errcode?: number };
  return errcode !== undefined && (errcode & 0xff) === FULL;
};
