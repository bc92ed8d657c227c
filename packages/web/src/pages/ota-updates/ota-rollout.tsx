/** How far the devices are with a package: a bar and the number of devices in each state. */

import './ota-rollout.css'
import type { OtaPackageInfo } from '@sonde/model/ota-packages/ota-package'
import { useQuery } from '@tanstack/react-query'
import { useText } from '../../locale/use-text.tsx'
import { useClient } from '../../session/use-session.tsx'
import { useFormat } from '../../ui/format/use-format.ts'
import { Skeleton } from '../../ui/states/states.tsx'
import { otaRoom } from './ota-calls.ts'
import { countRollout } from './rollout-counts.ts'

/** Ms until the devices are counted again. */
const refreshMs = 30_000

export function OtaRollout({ row }: { readonly row: OtaPackageInfo }) {
  const t = useText()
  const format = useFormat()
  const { entityQuery, deviceProfiles } = useClient()
  const { id, type, title, version, deviceProfileId } = row
  const { data, isError } = useQuery({
    queryKey: [otaRoom, 'rollout', id.id],
    refetchInterval: refreshMs,
    queryFn: async ({ signal }) => {
      const quiet = { signal, ignoreErrors: true, ignoreLoading: true }
      const profile = deviceProfileId && (await deviceProfiles.info(deviceProfileId.id, quiet))
      return countRollout(entityQuery, { type, title, version }, profile?.name ?? null, signal)
    },
  })
  const total = (data ?? []).reduce((sum, { count }) => sum + count, 0)
  return (
    <section className="sd-ota-rollout" aria-label={t('otaUpdates.rollout')}>
      <h3>
        {t('otaUpdates.rollout')}
        {total > 0 && <span className="sd-text-2"> {t('otaUpdates.rolloutDevices', { count: total })}</span>}
      </h3>
      {isError && !data ? (
        <p className="sd-text-3">{t('otaUpdates.rolloutFailed')}</p>
      ) : !data ? (
        <Skeleton width="100%" height={34} />
      ) : total === 0 ? (
        <p className="sd-text-3">{t('otaUpdates.rolloutNone')}</p>
      ) : (
        <>
          <div className="sd-ota-rollout-bar" aria-hidden>
            {data.map(({ state, count }) => (
              <i key={state} data-state={state} style={{ flexGrow: count }} />
            ))}
          </div>
          <ul>
            {data.map(({ state, count }) => (
              <li key={state}>
                <i data-state={state} aria-hidden />
                {t(`otaUpdates.state_${state}`)} <b className="sd-num">{format.number(count)}</b>
              </li>
            ))}
          </ul>
        </>
      )}
    </section>
  )
}
