/** Details of a user: who it is, where it starts, and how that is changed. */

import type { User } from '@sonde/client/users/user-calls'
import { useQueryClient } from '@tanstack/react-query'
import { ActionRow } from '../../entities/action-row.tsx'
import { DashboardPicker, type DashboardsOf } from '../../entities/dashboard-picker.tsx'
import { EntityFacts } from '../../entities/entity-facts.tsx'
import { refreshRoom } from '../../entities/entity-queries.ts'
import { HomeDashboardFields } from '../../entities/home-dashboard.tsx'
import { EntityForm, useEntityForm } from '../../entities/use-entity-form.tsx'
import { useText } from '../../locale/use-text.tsx'
import type { SignedIn } from '../../session/account.ts'
import { useAccount } from '../../session/use-session.tsx'
import type { EntityAction } from '../../ui/entity-table/entity-description.ts'
import { CheckField } from '../../ui/field/text-field.tsx'
import { useFormat } from '../../ui/format/use-format.ts'
import { lastLoginOf } from '../../users/last-login.ts'
import { userRoom, useUserCalls } from './user-calls.ts'
import { UserFields } from './user-fields.tsx'
import { draftOfUser, type UserDraft, userFaults, wireUser } from './user-input.ts'

interface UserFormProps {
  readonly user: User
  readonly links: readonly EntityAction<User>[]
}

/** Dashboards that the user can see, as far as `viewer` can list them; null: system administrators have none. */
function dashboardsOf(user: User, viewer: SignedIn['auth']['authority'] | undefined): DashboardsOf | null {
  switch (user.authority) {
    case 'SYS_ADMIN':
      return null
    case 'CUSTOMER_USER':
      return { kind: 'customer', customerId: user.customerId.id }
    case 'TENANT_ADMIN':
      return viewer === 'SYS_ADMIN' ? { kind: 'tenant', tenantId: user.tenantId.id } : { kind: 'ownTenant' }
  }
}

export function UserForm({ user, links }: UserFormProps) {
  const t = useText()
  const format = useFormat()
  const users = useUserCalls()
  const queries = useQueryClient()
  const of = dashboardsOf(user, useAccount()?.auth.authority)
  const userId = user.id.id
  const lastLogin = lastLoginOf(user)
  const form = useEntityForm({
    stored: draftOfUser(user),
    faultsOf: (draft: UserDraft) => userFaults(draft, t),
    reload: async () =>
      draftOfUser(
        await queries.fetchQuery({
          queryKey: [userRoom, 'one', userId],
          // The cached entity may be seconds old: reading it again shows changes of another user.
          staleTime: 0,
          queryFn: () => users.get(userId, { ignoreErrors: true }),
        }),
      ),
    async save(draft) {
      await users.save(wireUser(draft, user), {}, { ignoreErrors: true })
      await refreshRoom(queries, userRoom)
    },
    saved: t('users.saved'),
  })
  const { draft, change } = form
  return (
    <EntityForm
      form={form}
      facts={
        <EntityFacts id={userId} createdTime={user.createdTime}>
          <dt>{t('users.lastLogin')}</dt>
          <dd className="sd-num">{lastLogin === undefined ? t('users.neverLoggedIn') : format.dateTime(lastLogin)}</dd>
        </EntityFacts>
      }
    >
      <ActionRow row={user} actions={links} />
      <UserFields fields={form}>
        {of && (
          <>
            <DashboardPicker
              of={of}
              label={t('users.defaultDashboard')}
              help={t('users.defaultDashboardHelp')}
              value={draft.defaultDashboardId}
              onChange={(defaultDashboardId) => change({ defaultDashboardId })}
            />
            {draft.defaultDashboardId !== '' && (
              <CheckField
                label={t('users.heldToDashboard')}
                help={t('users.heldToDashboardHelp')}
                isChecked={draft.isHeldToDashboard}
                onChange={(isHeldToDashboard) => change({ isHeldToDashboard })}
              />
            )}
            <HomeDashboardFields of={of} draft={draft} onChange={change} />
          </>
        )}
      </UserFields>
    </EntityForm>
  )
}
