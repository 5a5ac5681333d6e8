import { Button, Menu, MenuItem, PopoverNext } from '@blueprintjs/core';
import { CaretDownIcon, TickIcon } from '@blueprintjs/icons';
import { Fragment, type CSSProperties } from 'react';
import { environmentColor } from '../state/environment-color.ts';
import { switchScope, useEnvironment, useScope, useSession, useTenant } from '../state/session.ts';
import { closeOverlay, openOverlay, useUi } from '../state/ui.ts';

const dot = (environment: { id: string; name: string } | undefined) => ({ '--dot': `var(--tr-${environmentColor(environment)})` }) as CSSProperties;

/** Tenant ▸ environment, with the environment's colour; switching drops what is in flight. */
export function ScopeSwitcher() {
  const tenant = useTenant();
  const environment = useEnvironment();
  const open = useUi((state) => state.overlay === 'tenant');
  const tenantName = tenant?.name ?? 'No tenant';
  const environmentName = environment?.name ?? 'No environment';
  return (
    <PopoverNext
      isOpen={open}
      onInteraction={(next) => (next ? openOverlay('tenant') : closeOverlay())}
      placement="bottom-start"
      arrow={false}
      content={<ScopeMenu />}
    >
      <Button className="tr-scope" variant="minimal" endIcon={<CaretDownIcon />} aria-label={`${tenantName} ▸ ${environmentName}. Switch tenant or environment`} aria-haspopup="menu">
        <span className="tr-dot" style={dot(environment)} />
        <span className="tr-clip">{tenantName}</span>
        <span aria-hidden="true">▸</span>
        <span className="tr-clip">{environmentName}</span>
      </Button>
    </PopoverNext>
  );
}

function ScopeMenu() {
  const tenants = useSession(({ session }) => session?.tenants);
  const { tenant_id, environment_id } = useScope();
  if (!tenants || tenants.length === 0) return <Menu><MenuItem text="No tenant data available in session" disabled /></Menu>;
  return (
    <Menu>
      {tenants.map((tenant) => (
        <Fragment key={tenant.id}>
          <li role="presentation" className="tr-menu-head">{tenant.role ? `${tenant.name} (${tenant.role})` : tenant.name}</li>
          {tenant.environments.map((environment) => {
            const chosen = tenant.id === tenant_id && environment.id === environment_id;
            return (
              <MenuItem
                key={environment.id}
                text={environment.name}
                icon={<span className="tr-dot" style={dot(environment)} />}
                labelElement={chosen ? <TickIcon /> : undefined}
                aria-current={chosen}
                onClick={() => switchScope(tenant.id, environment.id)}
              />
            );
          })}
          {tenant.environments.length === 0 && <MenuItem text="No environments yet" onClick={() => switchScope(tenant.id)} />}
        </Fragment>
      ))}
    </Menu>
  );
}
