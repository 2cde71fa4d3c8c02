/** Whether mail programs would make a link of something in the text: an address of a web page or of a mail. */
export const holdsAddress = (text: string): boolean => /@|:\/\/|\S[.。]\p{L}{2,}|\d+(?:\.\d+){3}/u.test(text.normalize('NFKC'));
