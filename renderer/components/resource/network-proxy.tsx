import { FormGroup, InputGroup, TagInput } from '@blueprintjs/core';
import { textOf } from '../../state/list-order.ts';
import type { SettingsPart } from './network-field.tsx';
import { SecretField } from './secret-field.tsx';
import { SecretsUnder } from './secret-place.tsx';

/** The proxy of an environment; its address is what makes it one. */
export function NetworkProxy({ part: { id, at, put, problem } }: { readonly part: SettingsPart }) {
  const wrong = problem('proxy', 'url');
  const exceptions = at('proxy', 'no_proxy');
  const has = at('proxy') !== undefined;
  return (
    <SecretsUnder name="proxy">
      <FormGroup label="Proxy" labelFor={`${id}-proxy`} helperText={<>{wrong && <span className="form-problem" role="alert">{wrong}</span>}<span>Such as http://proxy.example.com:3128 or socks5://proxy.example.com:1080; empty for none.</span></>}>
        <InputGroup id={`${id}-proxy`} fill spellCheck={false} intent={wrong ? 'danger' : 'none'} aria-invalid={wrong !== undefined} value={textOf(at('proxy', 'url'))} onValueChange={(url) => (url === '' ? put(['proxy'], null) : put(['proxy', 'url'], url))} />
      </FormGroup>
      {has && (
        <div className="settings-inner">
          <FormGroup label="User name" labelFor={`${id}-proxy-user`}>
            <InputGroup id={`${id}-proxy-user`} fill autoComplete="off" value={textOf(at('proxy', 'username'))} onValueChange={(name) => put(['proxy', 'username'], name)} />
          </FormGroup>
          <FormGroup label="Password" labelFor={`${id}-proxy-password`}>
            <SecretsUnder name="password"><SecretField id={`${id}-proxy-password`} label="Proxy password" value={at('proxy', 'password')} onChange={(password) => put(['proxy', 'password'], password)} /></SecretsUnder>
          </FormGroup>
          <FormGroup label="Called without it" labelFor={`${id}-no-proxy`} helperText="Hosts, .domains, addresses or networks such as 10.0.0.0/8.">
            <TagInput inputProps={{ id: `${id}-no-proxy` }} addOnBlur addOnPaste fill values={Array.isArray(exceptions) ? exceptions.map(textOf) : []} tagProps={{ minimal: true }} onChange={(values) => put(['proxy', 'no_proxy'], values.map(textOf))} />
          </FormGroup>
        </div>
      )}
    </SecretsUnder>
  );
}
