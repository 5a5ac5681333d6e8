import { Button, OverlayToaster, Toast } from '@blueprintjs/core';
import { ErrorIcon, TickCircleIcon, WarningSignIcon } from '@blueprintjs/icons';
import { useState } from 'react';
import { dismissToast, useToasts, type Toast as ToastValue } from '../state/toasts.ts';
import { copyText } from './resource/copy-rows.ts';

const icons = { none: undefined, success: <TickCircleIcon />, warning: <WarningSignIcon />, danger: <ErrorIcon /> };

function ToastText({ message, details }: Pick<ToastValue, 'message' | 'details'>) {
  const [open, setOpen] = useState(false);
  if (details === undefined) return message;
  return (
    <div>
      <div>{message}</div>
      <div className="tr-actions">
        <Button variant="minimal" size="small" text={open ? 'Hide details' : 'Show details'} aria-expanded={open} onClick={() => setOpen(!open)} />
        <Button variant="minimal" size="small" text="Copy" onClick={() => void copyText(details, 'Details')} />
      </div>
      {open && <pre className="tr-details">{details}</pre>}
    </div>
  );
}

/** The toasts of the window, read out as they come. */
export function Toaster() {
  const toasts = useToasts((state) => state.toasts);
  return (
    <OverlayToaster position="bottom-right" maxToasts={5} canEscapeKeyClear={false}>
      {toasts.map(({ id, intent, message, details, action, timeout, onLeave }) => (
        <Toast
          key={id}
          intent={intent}
          {...(icons[intent] ? { icon: icons[intent] } : {})}
          message={<ToastText message={message} details={details} />}
          timeout={timeout}
          {...(action ? { action: { text: action.text, onClick: action.run } } : {})}
          onDismiss={() => {
            dismissToast(id);
            onLeave?.();
          }}
        />
      ))}
    </OverlayToaster>
  );
}
