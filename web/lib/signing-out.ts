type Ask = (go: () => void) => void;

let ask: Ask | undefined;

/** Signs out, once whoever knows what would be lost by it has been asked. */
export const askToSignOut: Ask = (go) => {
  if (ask) ask(go);
  else go();
};

/** Says who asks. Returns the way to stop. */
export const onSignOutAsked = (own: Ask): (() => void) => {
  ask = own;
  return () => {
    if (ask === own) ask = undefined;
  };
};
