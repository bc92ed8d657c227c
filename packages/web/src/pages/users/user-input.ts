/** Form of a user: draft, validation and request body. */

import type { User } from '@sonde/client/users/user-calls'
import type { UserInput } from '@sonde/model/users/user'
import { isContactEmail } from '../../contact/contact-input.ts'
import { additionalInfoOf, infoText } from '../../entities/additional-info.ts'
import {
  type HomeDashboardDraft,
  homeDashboardOf,
  noHomeDashboard,
  wireHomeDashboard,
} from '../../entities/home-dashboard.tsx'
import type { Translate } from '../../locale/texts.ts'
import { tooLong } from '../../ui/field/text-faults.ts'
import type { UserScope } from './user-scope.ts'

export interface UserDraft extends HomeDashboardDraft {
  readonly email: string
  readonly firstName: string
  readonly lastName: string
  readonly description: string
  /** Where the user starts; empty: at home. */
  readonly defaultDashboardId: string
  /** The user sees that dashboard and nothing else. */
  readonly isHeldToDashboard: boolean
}

export const emptyUser: UserDraft = {
  email: '',
  firstName: '',
  lastName: '',
  description: '',
  defaultDashboardId: '',
  isHeldToDashboard: false,
  ...noHomeDashboard,
}

/** Error messages by field. */
export type UserFaults = Partial<Record<keyof UserDraft, string>>

export const userFaults = ({ email, firstName, lastName }: UserDraft, t: Translate): UserFaults => ({
  email: isContactEmail(email) ? tooLong(email, t) : t('contact.emailInvalid'),
  firstName: tooLong(firstName, t),
  lastName: tooLong(lastName, t),
})

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

/** The user with the draft over it: additional info that the form does not show stays. */
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
