import { forgetPassedFiles, passedFiles, passFiles } from './passed-files.ts';

const named = (name: string) => new File(['%PDF'], name);

describe('files that are passed on to another screen', () => {
  afterEach(forgetPassedFiles);

  it('are these, until they are forgotten: a render that is repeated reads them again', () => {
    const files = [named('a.pdf'), named('b.pdf')];
    expect(passedFiles()).toEqual([]);
    passFiles(files);
    expect([passedFiles(), passedFiles()]).toEqual([files, files]);
    forgetPassedFiles();
    expect(passedFiles()).toEqual([]);
  });

  it('are the last that were passed', () => {
    passFiles([named('a.pdf')]);
    passFiles([named('b.pdf')]);
    expect(passedFiles().map(({ name }) => name)).toEqual(['b.pdf']);
  });
});
