/** Fields shared by the forms of tenants and customers: contact, home dashboard and description. */

import type { Contact } from '@sonde/model/customers/contact'
import {
  type ContactDraft,
  contactErrors,
  draftOfContact,
  emptyContact,
  wireContact,
} from '../contact/contact-input.ts'
import type { Translate } from '../locale/texts.ts'
import { additionalInfoOf, infoText } from './additional-info.ts'
import { type HomeDashboardDraft, homeDashboardOf, noHomeDashboard, wireHomeDashboard } from './home-dashboard.tsx'

export interface OwnerDraft extends ContactDraft, HomeDashboardDraft {
  readonly title: string
  readonly description: string
}

interface Owner extends Contact {
  readonly title: string
  readonly additionalInfo?: unknown
}

export const emptyOwner: OwnerDraft = { title: '', description: '', ...emptyContact, ...noHomeDashboard }

export const ownerErrors = (draft: OwnerDraft, t: Translate) => contactErrors(draft, t)

export function draftOfOwner(owner: Owner): OwnerDraft {
  const info = additionalInfoOf(owner)
  return {
    title: owner.title,
    description: infoText(info, 'description'),
    ...draftOfContact(owner),
    ...homeDashboardOf(info),
  }
}

/** Request body; additional info that the form doesn't show is preserved. */
export const wireOwner = (draft: OwnerDraft, owner: Owner | null) => ({
  title: draft.title.trim(),
  ...wireContact(draft),
  additionalInfo: {
    ...(owner ? additionalInfoOf(owner) : {}),
    ...wireHomeDashboard(draft),
    description: draft.description.trim(),
  },
})
