import { Drawer } from '@blueprintjs/core';
import { type ReactNode, useEffect, useState } from 'react';
import { useLocation } from 'wouter';
import { useConfiguration } from '#web/lib/configuration.ts';
import { EnvironmentBar } from './environment-bar.tsx';
import { Footer } from './footer.tsx';
import { useIsPhone } from '#web/lib/phone.ts';
import { KeptPanel } from './kept-panel.tsx';
import { SideMenu } from './side-menu.tsx';
import { TopBar } from './top-bar.tsx';

const FOLDED = 'anamnesis.menu';

const remembered = (): boolean => {
  try {
    return localStorage.getItem(FOLDED) === 'folded';
  } catch {
    return false;
  }
};

/** What stands around every screen of a signed-in person. */
export function Shell({ children }: { children: ReactNode }) {
  const { configuration } = useConfiguration();
  const [location] = useLocation();
  const isPhone = useIsPhone();
  const [isFolded, setIsFolded] = useState(remembered);
  const [openAt, setOpenAt] = useState<string>();
  const isDrawerOpen = isPhone && openAt === location;

  const fold = () => {
    if (isPhone) return setOpenAt(isDrawerOpen ? undefined : location);
    setIsFolded(!isFolded);
    try {
      localStorage.setItem(FOLDED, isFolded ? 'open' : 'folded');
    } catch {
      // then it is not remembered
    }
  };

  useEffect(() => {
    document.getElementById('main')?.scrollTo(0, 0);
  }, [location]);

  return (
    <div className={`shell ${isFolded ? 'is-folded' : ''}`}>
      <a className="skip" href="#main">
        To the content
      </a>
      <TopBar onMenu={fold} isMenuOpen={isPhone ? isDrawerOpen : !isFolded} />
      <EnvironmentBar environment={configuration?.environment} />
      <KeptPanel />
      <div className="body">
        {isPhone ? (
          <Drawer
            isOpen={isDrawerOpen}
            onClose={() => setOpenAt(undefined)}
            position="left"
            size="280px"
            title="Anamnesis"
            className="drawer"
          >
            <SideMenu isFolded={false} />
          </Drawer>
        ) : (
          <SideMenu isFolded={isFolded} />
        )}
        <div className="main" id="main" tabIndex={-1}>
          <main className="content">{children}</main>
          <Footer />
        </div>
      </div>
    </div>
  );
}

/** What stands around the screens before signing in. */
export function PublicShell({ children }: { children: ReactNode }) {
  const { configuration } = useConfiguration();
  return (
    <div className="shell is-public">
      <header className="top-bar">
        <span className="product">Anamnesis</span>
        <span className="product-says">Data visualisation for patient health data</span>
      </header>
      <EnvironmentBar environment={configuration?.environment} />
      <div className="main">
        <main className="content">{children}</main>
        <Footer />
      </div>
    </div>
  );
}
