import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { dialog, field, type Name, type Part, said, type Where } from './find.ts';

/** @param message that it is answered with */
export const press = async (name: Name, where: Where = screen, message?: Name) => {
  await userEvent.click(await where.findByRole('button', { name }));
  if (message !== undefined) await said(message);
};
/** Presses a button and waits for the form that it opens. */
export const opens = async (button: Name, title: Name, where?: Where): Promise<Part> => {
  await press(button, where);
  return dialog(title, 'dialog');
};
/** Presses a button and waits for the question that it asks. */
export const asks = async (button: Name, question: Name = 'Are you sure?', where?: Where): Promise<Part> => {
  await press(button, where);
  return dialog(question);
};
export const fill = async (name: Name, text: string, where: Where = screen) => {
  const box = await field(name, where);
  await userEvent.clear(box);
  if (text !== '') await userEvent.type(box, text);
};
/** @param texts by the names of their fields */
export const fillAll = async (texts: Record<string, string>, where?: Where) => {
  for (const [name, text] of Object.entries(texts)) await fill(name, text, where);
};
export const select = async (name: Name, option: string, where?: Where) => userEvent.selectOptions(await field(name, where), option);
export const tick = async (name: Name, where?: Where) => userEvent.click(await field(name, where));
