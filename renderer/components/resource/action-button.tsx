import { Button, Classes, Tooltip, type ButtonProps } from '@blueprintjs/core';
import type { Ref } from 'react';

interface ActionButtonProps extends Omit<ButtonProps, 'disabled'> {
  /** Why it cannot be pressed now; it stays reachable so that the reason can be read. */
  readonly obstacle?: string | undefined;
  readonly ref?: Ref<HTMLButtonElement>;
}

/** A button that says why it cannot be pressed, before it is. */
export function ActionButton({ obstacle, onClick, className, ...rest }: ActionButtonProps) {
  const off = obstacle !== undefined;
  return (
    <Tooltip content={obstacle ?? ''} disabled={!off} placement="bottom" hoverOpenDelay={150}>
      <Button
        {...rest}
        className={[className, off ? Classes.DISABLED : ''].filter(Boolean).join(' ')}
        aria-disabled={off}
        aria-description={obstacle}
        onClick={off ? undefined : onClick}
      />
    </Tooltip>
  );
}
