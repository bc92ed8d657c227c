/** Form of a user: draft, validation and request body. */

import type { User } from '@sonde/client/users/user-calls'
import type { UserInput } from '@sonde/model/users/user'
import { isContactEmail } from '../../contact/contact-input.ts'
import { additionalInfoOf, infoText } from '../../entities/additional-info.ts'
import { area, type DraftOf, type FieldErrorsOf, fieldList, line } from '../../entities/field-list.ts'
import {
  type HomeDashboardDraft,
  homeDashboardOf,
  noHomeDashboard,
  wireHomeDashboard,
} from '../../entities/home-dashboard.tsx'
import type { UserScope } from './user-scope.ts'

export const userFields = fieldList({
  email: line({
    label: 'users.email',
    help: 'users.emailHelp',
    inputMode: 'email',
    check: (email, t) => (isContactEmail(email) ? undefined : t('contact.emailInvalid')),
  }),
  firstName: line({ label: 'users.firstName', isOptional: true }),
  lastName: line({ label: 'users.lastName', isOptional: true }),
  description: area({ label: 'users.description' }),
})

export interface UserDraft extends DraftOf<typeof userFields.declarations>, HomeDashboardDraft {
  /** ID of the dashboard that opens after sign-in; empty: the home page. */
  readonly defaultDashboardId: string
  /** The user sees only that dashboard. */
  readonly isHeldToDashboard: boolean
}

export const emptyUser: UserDraft = {
  ...userFields.empty,
  defaultDashboardId: '',
  isHeldToDashboard: false,
  ...noHomeDashboard,
}

/** Error messages by field. */
export type UserErrors = FieldErrorsOf<typeof userFields.declarations>

export function draftOfUser(user: User): UserDraft {
  const info = additionalInfoOf(user)
  return {
    email: user.email,
    firstName: user.firstName ?? '',
    lastName: user.lastName ?? '',
    description: infoText(info, 'description'),
    defaultDashboardId: infoText(info, 'defaultDashboardId'),
    isHeldToDashboard: info.defaultDashboardFullscreen === true,
    ...homeDashboardOf(info),
  }
}

const typed = (draft: UserDraft) => ({
  email: draft.email.trim(),
  firstName: draft.firstName.trim() || null,
  lastName: draft.lastName.trim() || null,
})

/** Request body; preserves additional info that the form does not show. */
export const wireUser = (draft: UserDraft, user: User): UserInput => ({
  id: user.id,
  tenantId: user.tenantId,
  customerId: user.customerId,
  authority: user.authority,
  ...typed(draft),
  additionalInfo: {
    ...additionalInfoOf(user),
    ...wireHomeDashboard(draft),
    description: draft.description.trim(),
    defaultDashboardId: draft.defaultDashboardId || null,
    defaultDashboardFullscreen: draft.defaultDashboardId !== '' && draft.isHeldToDashboard,
  },
})

export const wireNewUser = (draft: UserDraft, scope: UserScope): UserInput => ({
  ...typed(draft),
  ...(scope.kind === 'tenant'
    ? { authority: 'TENANT_ADMIN' as const, tenantId: { entityType: 'TENANT' as const, id: scope.tenantId } }
    : { authority: 'CUSTOMER_USER' as const, customerId: { entityType: 'CUSTOMER' as const, id: scope.customerId } }),
  additionalInfo: { description: draft.description.trim() },
})
