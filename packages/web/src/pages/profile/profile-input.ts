/** Form of the user's own profile: draft, validation and request body. */

import type { User } from '@sonde/client/users/user-calls'
import type { UserInput } from '@sonde/model/users/user'
import { additionalInfoOf, infoText } from '../../entities/additional-info.ts'
import { type HomeDashboardDraft, homeDashboardOf, wireHomeDashboard } from '../../entities/home-dashboard.tsx'
import type { Translate } from '../../locale/texts.ts'
import { tooLong } from '../../ui/field/text-errors.ts'

export interface ProfileDraft extends HomeDashboardDraft {
  readonly firstName: string
  readonly lastName: string
  /** Such as `de_DE`; empty: browser default. */
  readonly language: string
}

/** Error messages by field. */
export type ProfileErrors = Partial<Record<keyof ProfileDraft, string>>

export const profileErrors = ({ firstName, lastName }: ProfileDraft, t: Translate): ProfileErrors => ({
  firstName: tooLong(firstName, t),
  lastName: tooLong(lastName, t),
})

export function draftOfProfile(user: User): ProfileDraft {
  const info = additionalInfoOf(user)
  return {
    firstName: user.firstName ?? '',
    lastName: user.lastName ?? '',
    language: infoText(info, 'lang'),
    ...homeDashboardOf(info),
  }
}

/** User with the changes of the draft; system administrators have no home dashboard. */
export function wireProfile(draft: ProfileDraft, user: User): UserInput {
  const { lang: _, ...info } = additionalInfoOf(user)
  return {
    id: user.id,
    tenantId: user.tenantId,
    customerId: user.customerId,
    authority: user.authority,
    // The email is changed in a separate dialog, with the password.
    email: user.email,
    firstName: draft.firstName.trim() || null,
    lastName: draft.lastName.trim() || null,
    additionalInfo: {
      ...info,
      ...(draft.language === '' ? {} : { lang: draft.language }),
      ...(user.authority === 'SYS_ADMIN' ? {} : wireHomeDashboard(draft)),
    },
  }
}
