import { Button } from '@blueprintjs/core';
import { WEB_VERSION } from '#contracts/wire/configuration';
import { useConfiguration } from '#web/lib/configuration.ts';

/** Versions of the page and of the server. */
export function Footer() {
  const { configuration, error, retry } = useConfiguration();
  return (
    <footer>
      <span>Anamnesis {WEB_VERSION}</span>
      {configuration && <span>API {configuration.versions.application}</span>}
      {!configuration && error && (
        <span>
          API version unknown <Button variant="minimal" size="small" text="Try again" onClick={retry} />
        </span>
      )}
    </footer>
  );
}
