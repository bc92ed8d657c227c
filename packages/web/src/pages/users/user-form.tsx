/** Form of a user: personal data and default dashboard. */

import { createUserCalls, type User } from '@sonde/client/users/user-calls'
import type { DashboardsOf } from '../../entities/dashboard-choices.ts'
import { DashboardPicker } from '../../entities/dashboard-picker.tsx'
import { HomeDashboardFields } from '../../entities/home-dashboard.tsx'
import type { EntityFields } from '../../entities/new-entity-dialog.tsx'
import { defineForm } from '../../entity-room/room-form.tsx'
import { useText } from '../../locale/use-text.tsx'
import type { SignedIn } from '../../session/account.ts'
import { useAccount } from '../../session/use-session.tsx'
import { CheckField } from '../../ui/field/text-field.tsx'
import { useFormat } from '../../ui/format/use-format.ts'
import { lastLoginOf } from '../../users/last-login.ts'
import { UserFields } from './user-fields.tsx'
import { draftOfUser, type UserDraft, type UserErrors, userFields, wireUser } from './user-input.ts'

/** Dashboards that the user can access, listed as `viewer`; null for system administrators, who have none. */
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

interface FieldsProps {
  readonly fields: EntityFields<UserDraft, UserErrors>
  readonly row: User
}

function Fields({ fields, row }: FieldsProps) {
  const t = useText()
  const of = dashboardsOf(row, useAccount()?.auth.authority)
  const { draft, change } = fields
  return (
    <UserFields fields={fields}>
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
  )
}

function Facts({ row }: { readonly row: User }) {
  const t = useText()
  const format = useFormat()
  const lastLogin = lastLoginOf(row)
  return (
    <>
      <dt>{t('users.lastLogin')}</dt>
      <dd className="sd-num">{lastLogin === undefined ? t('users.neverLoggedIn') : format.dateTime(lastLogin)}</dd>
    </>
  )
}

export const userForm = defineForm<User, UserDraft, UserErrors>({
  draftOf: draftOfUser,
  fieldErrorsOf: userFields.fieldErrorsOf,
  save: (rest, draft, user, options) => createUserCalls(rest).save(wireUser(draft, user), {}, options),
  renderFields: (props) => <Fields {...props} />,
  Facts,
})
