import type { EventLog } from '#infra/event-store/event-log';
import type { Keys } from '#infra/keys/keys';

/** What a mail says, before it is text or HTML: plain sentences, nothing of a patient's health. */
export interface Words {
  subject: string;
  /** Of the person, for the greeting; left out where the mail may reach somebody else. */
  name?: string;
  paragraphs: readonly string[];
  /** What to do, as a link. */
  link?: { label: string; url: string };
  /** What stands after the link. */
  after?: readonly string[];
}

/** What mails are made with. */
export interface MailParts {
  log: EventLog;
  keys: Keys;
  /** What links begin with, without a slash at the end. */
  public_url: string;
}

/** A mail to one address. */
export interface Addressed extends Words {
  to: string;
}

const FOOTER = 'This mail was sent by Anamnesis. Please do not answer it.';

const escaped = (text: string): string =>
  text.replaceAll(/[&<>"']/g, (sign) => ({ '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' })[sign]!);

const paragraph = (html: string): string => `<p style="margin:0 0 16px">${html}</p>`;

/** The same words as plain text and as HTML, in which nothing that a person typed is markup. */
export const letterOf = ({ subject, name, paragraphs, link, after = [] }: Words): { subject: string; text: string; html: string } => {
  const greeting = name === undefined ? 'Good day,' : `Good day ${name},`;
  const text = [greeting, ...paragraphs, ...(link ? [`${link.label}:\n${link.url}`] : []), ...after, FOOTER].join('\n\n');
  const button = link && `<a href="${escaped(link.url)}">${escaped(link.label)}</a>`;
  const html = [greeting, ...paragraphs]
    .map(escaped)
    .concat(button ?? [], [...after, FOOTER].map(escaped))
    .map(paragraph)
    .join('\n');
  return { subject, text: `${text}\n`, html: `<div style="font:16px/24px sans-serif;color:#1c2127">\n${html}\n</div>\n` };
};
