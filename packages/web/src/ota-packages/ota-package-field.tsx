/**
 * Firmware or software of a device profile to choose. Another type or profile resets the choice; one that is gone is
 * cleared. Where nothing can be changed, the chosen one is a link to its page.
 */

import { ApiError } from '@sonde/client'
import { createOtaPackageCalls } from '@sonde/client/ota-packages/ota-package-calls'
import type { OtaPackageInfo, PackageType } from '@sonde/model/ota-packages/ota-package'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useMemo, useRef } from 'react'
import { useText } from '../locale/use-text.tsx'
import { useClient } from '../session/use-session.tsx'
import { ComboField, type ComboFieldProps } from '../ui/field/combo-field.tsx'

/** Choices that are offered at once (seed 2, section 9). */
const choicesMax = 50
const quiet = { ignoreErrors: true, ignoreLoading: true } as const
const nameOf = ({ title, version }: OtaPackageInfo) => `${title} (${version})`

interface OtaPackageFieldProps extends Pick<ComboFieldProps, 'help' | 'isOptional' | 'isDisabled' | 'onBlur'> {
  /** Firmware when absent. */
  readonly type?: PackageType
  readonly deviceProfileId: string
  /** Id; empty: none. */
  readonly value: string
  readonly onChange: (packageId: string) => void
  readonly isReadOnly?: boolean
  readonly isTouched?: boolean
}

export function OtaPackageField({
  type = 'FIRMWARE',
  deviceProfileId,
  value,
  onChange,
  isReadOnly = false,
  isTouched,
  isOptional,
  ...rest
}: OtaPackageFieldProps) {
  const t = useText()
  const client = useClient()
  const calls = useMemo(() => createOtaPackageCalls(client.rest), [client])
  const { data: name, error } = useQuery({
    queryKey: ['otaPackages', 'name', value],
    enabled: value !== '',
    staleTime: 60_000,
    queryFn: async ({ signal }) => nameOf(await calls.info(value, { ...quiet, signal })),
  })
  const clear = useEffectEvent(() => {
    if (value !== '') onChange('')
  })
  useEffect(() => {
    // One that cannot be asked for just now is still there.
    if (error instanceof ApiError && error.status === 404) clear()
  }, [error])
  const of = `${type} ${deviceProfileId}`
  const known = useRef(of)
  useEffect(() => {
    if (known.current === of) return
    known.current = of
    clear()
  }, [of])

  const label = t(`inputs.${type}`)
  if (isReadOnly) {
    return (
      <div className="sd-field">
        <span className="sd-field-label">{label}</span>
        {value === '' ? (
          <span className="sd-text-3">{t('ui.none')}</span>
        ) : (
          <a href={`/otaUpdates/${value}`}>{name ?? '…'}</a>
        )}
      </div>
    )
  }
  return (
    <ComboField
      {...rest}
      label={label}
      isOptional={isOptional}
      error={isTouched && !isOptional && value === '' ? t(`inputs.required_${type}`) : undefined}
      source={['otaPackages', 'choices', type, deviceProfileId]}
      load={async (textSearch, signal) => {
        const link = { page: 0, pageSize: choicesMax, textSearch, sortProperty: 'title', sortOrder: 'ASC' } as const
        // An empty list when they cannot be asked for.
        const found = await calls.listOfProfile(deviceProfileId, type, link, { ...quiet, signal }).catch(() => null)
        return (found?.data ?? []).map((one) => ({ value: one.id.id, label: nameOf(one) }))
      }}
      value={value === '' ? null : { value, label: name ?? '…' }}
      onChange={(option) => onChange(option?.value ?? '')}
    />
  )
}
