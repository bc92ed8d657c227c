/** Warning that links in emails don't work yet, with a link to the setting. */

import './link-base.css'
import { createAdminSettingsCalls } from '@sonde/client/admin-settings/admin-settings-calls'
import { useQuery } from '@tanstack/react-query'
import { TriangleAlert } from 'lucide-react'
import type { ReactNode } from 'react'
import { useText } from '../locale/use-text.tsx'
import { useClient } from '../session/use-session.tsx'

/** Query key below the settings' key: saving the general settings reloads it. */
export const linkBaseKey = ['settings', 'linkBase'] as const

/** Renders nothing while the base URL is set or can't be loaded. `more`: what to do about it. */
export function LinkBaseNotice({ more }: { more?: ReactNode }) {
  const t = useText()
  const { rest } = useClient()
  const { data } = useQuery({
    queryKey: linkBaseKey,
    queryFn: ({ signal }) =>
      createAdminSettingsCalls(rest).linkBase({ signal, ignoreErrors: true, ignoreLoading: true }),
  })
  if (data?.baseUrl !== null) return null
  return (
    <div className="sd-link-base" role="status">
      <TriangleAlert size={18} strokeWidth={1.75} aria-hidden />
      <span>
        {t('settings.linkBaseMissing')} {more}
      </span>
    </div>
  )
}
