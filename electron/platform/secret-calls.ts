import { AppError } from '../../shared/errors.ts';
import { needs } from '../../shared/rules/permissions.ts';
import type { CoreModule } from './core.ts';
import { requireOne } from './tenancy/access.ts';

/** Shows one stored secret to who may change its row; that it was shown is logged, and to whom. */
export const secretsDomain: CoreModule = {
  migrations: [],
  create: ({ contract, kinds, secrets, log }) => ({
    handlers: {
      'secrets.reveal': ({ group, id, path }, { caller }) => {
        const [name, row, pointer] = [group as string, id as string, path as string];
        if (!kinds.groups.includes(name)) throw new AppError('invalid_input', `There is no kind ${name.slice(0, 100)}.`);
        // A token that nobody typed in is nobody's to read: it is used where it is needed.
        if (name === 'oauthConnections') throw new AppError('forbidden', 'The tokens of an OAuth connection are not shown. Name the connection where its token is needed.');
        const method = 'update' in contract[name]!.calls ? 'update' : 'create';
        requireOne(caller, needs(`${name}.${method}`));
        kinds.of(name).find(row, caller);
        const secret = secrets.one(name, row, pointer);
        log(`secret ${name}/${row}${pointer} was shown to user ${caller.user_id}`);
        return { secret };
      },
    },
  }),
};
