import '@fontsource-variable/inter/wght.css';
import '#web/ui/tokens.css';
import '#web/ui/blueprint.css';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { config } from 'zod';
import { App } from '#web/app/app.tsx';
import { followTheme } from '#web/app/theme.ts';
import { takeLocalSecret } from '#web/lib/local-secret.ts';
import { keepButtonsFromSaveKey } from '#web/lib/save-key.ts';

// the content security policy lets nobody compile text, and says so where zod tries
config({ jitless: true });
takeLocalSecret();
followTheme();
keepButtonsFromSaveKey();

const root = document.getElementById('root');
if (root) {
  createRoot(root).render(
    <StrictMode>
      <App />
    </StrictMode>,
  );
}
