import useSWRImmutable from 'swr/immutable';
import { http, type Problem } from '#web/lib/http.ts';
import { toast } from '#web/ui/toasts.tsx';

interface ConsentPage {
  image: Blob;
  /** The words of the page, '' where there are none beside the image. */
  words: string;
}

const ask = (page: number, extension: string) =>
  http.blob(`/api/files/consent/hipaa?pageId=${page}${extension === '' ? '' : `&extension=${extension}`}`, { quiet: true });

/** A page as an image; where it is not there, it is asked for as PNG by name, as the documents want. */
const read = async (page: number): Promise<ConsentPage> => {
  const words = ask(page, 'txt').then(
    (text) => text.text(),
    () => '',
  );
  const image = await ask(page, '').catch((problem: Problem) => {
    if (problem.status === 404) return ask(page, 'png');
    throw problem;
  });
  return { image, words: await words };
};

/** One of the pages that people agree to, from 1 on. */
export const useConsentPage = (page: number) =>
  useSWRImmutable<ConsentPage, Problem>(`consent page ${page}`, () => read(page), {
    shouldRetryOnError: false,
    onError: () => toast.show("Couldn't download pdf document", 'warning', { title: 'Error when retrieving consent pdf document' }),
  });
