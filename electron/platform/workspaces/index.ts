import { AppError } from '../../../shared/errors.ts';
import { defaultDeploymentType } from '../../../shared/rules/constants.ts';
import type { CoreModule } from '../core.ts';
import type { Caller } from '../domain.ts';
import { notFound } from '../kinds.ts';
import type { Fields } from '../rows.ts';

const wholeTenant = (caller: Caller): Caller => ({ ...caller, environment_id: '' });

/** Runtime workspaces as records: this platform has no cluster to deploy them to [C-167…C-174][I-014]. */
export const workspacesDomain: CoreModule = {
  migrations: [],
  create({ kinds, now, transaction }) {
    const namespaces = kinds.of('namespaces');
    const dated = (fields: Fields): Fields => ({ ...fields, last_updated_at: new Date(now()).toISOString() });

    /** A name is taken within its tenant and cluster, whatever the environment. */
    const taken = (name: unknown, cluster: unknown, caller: Caller, except?: string): boolean =>
      namespaces.all({ namespace: name }, wholeTenant(caller)).some((row) => row.id !== except && (row['cluster_id'] ?? null) === (cluster ?? null));
    const refuseTaken = (name: unknown, cluster: unknown, caller: Caller, except?: string) => {
      if (taken(name, cluster, caller, except)) throw new AppError('conflict', `There is a workspace “${String(name)}” already: choose another name.`);
    };

    return {
      handlers: {
        'namespaces.create': (fields, { caller }) =>
          transaction(() => {
            refuseTaken(fields['namespace'], fields['cluster_id'], caller);
            return namespaces.create(dated({ deploymentType: defaultDeploymentType, ...fields }), caller);
          }),
        'namespaces.update': ({ id, ...fields }, { caller }) =>
          transaction(() => {
            const before = namespaces.find(id as string, caller);
            const { namespace, cluster_id } = { ...before, ...fields } as Fields;
            refuseTaken(namespace, cluster_id, caller, before.id);
            return namespaces.update(before.id, dated(fields), caller);
          }),
        'namespaces.updateMetadata': ({ id, metadata }, { caller }) => namespaces.update(id as string, dated({ metadata }), caller),
        /** With no cluster to compare with, the record here is the truth: a sync says so, and when. */
        'namespaces.sync': ({ id }, { caller }) => {
          const row = namespaces.update(id as string, { synced_at: new Date(now()).toISOString() }, caller);
          return { ...row, message: 'This platform has no cluster; the workspace is as it is recorded here.' };
        },
        'namespaces.ofClient': ({ client_id }, { caller }) => {
          const [row] = namespaces.all({ client_id }, caller);
          if (!row) throw notFound('runtime workspace of client', client_id as string);
          return row;
        },
        'namespaces.checkAvailability': ({ name, cluster_id }, { caller }) => ({ name, available: !taken(name, cluster_id, caller) }),
        'namespaces.storage': ({ id }, { caller }) => {
          const { storage } = namespaces.find(id as string, caller) as Fields;
          return { bucket_name: null, credentials: null, ...(storage as Fields | undefined) };
        },
        'namespaces.serviceAccount': ({ id }, { caller }) => {
          const { client_id, service_account } = namespaces.find(id as string, caller) as Fields;
          return { client_id: client_id ?? null, name: null, ...(service_account as Fields | undefined) };
        },
      },
    };
  },
};
