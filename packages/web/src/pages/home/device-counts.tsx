/** How many devices are active and how many are not. */

import { useQuery } from '@tanstack/react-query'
import { useText } from '../../locale/use-text.tsx'
import { useAccount, useClient } from '../../session/use-session.tsx'
import { useFormat } from '../../ui/format/use-format.ts'

export function DeviceCounts() {
  const t = useText()
  const format = useFormat()
  const client = useClient()
  const auth = useAccount()?.auth
  const customerId = auth?.authority === 'CUSTOMER_USER' ? (auth.customerId ?? undefined) : undefined
  const { data } = useQuery({
    queryKey: ['devices', 'counts', customerId],
    queryFn: async () => {
      const link = { page: 0, pageSize: 1 }
      const quiet = { ignoreErrors: true }
      const [active, inactive] = await Promise.all([
        client.devices.list(link, { customerId, active: true }, quiet),
        client.devices.list(link, { customerId, active: false }, quiet),
      ])
      return { active: active.totalElements, inactive: inactive.totalElements }
    },
  })
  if (!data) return null
  const whole = { decimals: 0 }
  return (
    <span className="sd-home-counts sd-num">
      <span className="sd-activity">
        <i aria-hidden />
        {format.number(data.active, whole)} {t('home.activeDevices')}
      </span>
      <span className="sd-activity" data-off>
        <i aria-hidden />
        {format.number(data.inactive, whole)} {t('home.inactiveDevices')}
      </span>
    </span>
  )
}
