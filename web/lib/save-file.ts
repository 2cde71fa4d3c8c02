/** Saves content as a file on the person's computer. */
export const saveFile = (name: string, content: Blob): void => {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(content);
  link.download = name;
  link.click();
  // the download has begun by then, and the data must not stay in memory
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
};
