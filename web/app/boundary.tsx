import { Button } from '@blueprintjs/core';
import { Component, type ReactNode } from 'react';
import { Face } from '#web/ui/faces.tsx';

/** Keeps a fault of one screen from taking the shell along. What failed goes to the console without data of a person. */
export class Boundary extends Component<{ children: ReactNode }, { failed: boolean }> {
  override state = { failed: false };

  static getDerivedStateFromError() {
    return { failed: true };
  }

  override render() {
    if (!this.state.failed) return this.props.children;
    return (
      <Face
        role="alert"
        title="This screen could not be shown"
        text="The application may have been renewed meanwhile, or it made a mistake. Nothing stored is affected."
      >
        <Button text="Load the page again" onClick={() => location.reload()} />
      </Face>
    );
  }
}
