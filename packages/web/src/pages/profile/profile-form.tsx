/** Fields that users can change in their own profile. */

import { createUserCalls, type User } from '@sonde/client/users/user-calls'
import type { DashboardsOf } from '../../entities/dashboard-choices.ts'
import { HomeDashboardFields } from '../../entities/home-dashboard.tsx'
import { EntityForm, useEntityForm } from '../../entities/use-entity-form.tsx'
import { languagesWithTexts, localeName, offeredLanguages } from '../../locale/locales.ts'
import { useText } from '../../locale/use-text.tsx'
import { useClient, useReloadAccount } from '../../session/use-session.tsx'
import { Select, TextField } from '../../ui/field/text-field.tsx'
import { draftOfProfile, type ProfileDraft, profileErrors, wireProfile } from './profile-input.ts'

const quiet = { ignoreErrors: true } as const

/** Dashboards that the user can select; null for system administrators, who have none. */
function dashboardsOf(user: User): DashboardsOf | null {
  if (user.authority === 'SYS_ADMIN') return null
  return user.authority === 'CUSTOMER_USER'
    ? { kind: 'customer', customerId: user.customerId.id }
    : { kind: 'ownTenant' }
}

export function ProfileForm({ user }: { user: User }) {
  const t = useText()
  const client = useClient()
  const reloadAccount = useReloadAccount()
  const of = dashboardsOf(user)
  const offered = offeredLanguages()
  const form = useEntityForm({
    stored: draftOfProfile(user),
    fieldErrorsOf: (draft: ProfileDraft) => profileErrors(draft, t),
    async reload() {
      const now = await client.auth.user(quiet)
      return draftOfProfile(now)
    },
    async save(draft) {
      // Preserve what the server has since written to the account, such as a sign-in.
      const now = await client.auth.user(quiet)
      await createUserCalls(client.rest).save(wireProfile(draft, now), {}, quiet)
      await reloadAccount()
    },
    saved: t('profile.saved'),
  })
  const { draft, change, touch, fieldErrors } = form
  const languages = offered.includes(draft.language) || draft.language === '' ? offered : [...offered, draft.language]
  const hasOtherTexts = languagesWithTexts(offered).length > 1
  return (
    <EntityForm form={form}>
      <div className="sd-form-pair">
        <TextField
          label={t('users.firstName')}
          isOptional
          autoComplete="given-name"
          value={draft.firstName}
          error={fieldErrors.firstName}
          onBlur={() => touch('firstName')}
          onChange={(firstName) => change({ firstName })}
        />
        <TextField
          label={t('users.lastName')}
          isOptional
          autoComplete="family-name"
          value={draft.lastName}
          error={fieldErrors.lastName}
          onBlur={() => touch('lastName')}
          onChange={(lastName) => change({ lastName })}
        />
      </div>
      <Select
        label={t(hasOtherTexts ? 'login.language' : 'profile.formats')}
        help={t(hasOtherTexts ? 'profile.languageHelp' : 'profile.formatsHelp')}
        value={draft.language}
        options={[
          { value: '', label: t('profile.languageOfBrowser') },
          ...languages.map((tag) => ({ value: tag, label: localeName(tag) })),
        ]}
        onChange={(language) => change({ language })}
      />
      {of && <HomeDashboardFields of={of} draft={draft} onChange={change} />}
    </EntityForm>
  )
}
