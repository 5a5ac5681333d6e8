/** The way from actions to the router, which is made at the top of the app. */

type Navigate = (path: string, options?: { readonly replace?: boolean }) => void;

let navigate: Navigate = () => undefined;

export function setNavigator(next: Navigate): void {
  navigate = next;
}

/** Shows the screen with this address, such as `/agents/agent-prompts`, in the active tab. */
export const goTo: Navigate = (path, options) => navigate(path, options);
