/**
 * Choice of a device profile's firmware or software. Changing the type or profile resets it; a deleted package clears
 * it. When read-only, the chosen package is a link to its page.
 */

import { ApiError } from '@sonde/client'
import { createOtaPackageCalls } from '@sonde/client/ota-packages/ota-package-calls'
import type { OtaPackageInfo, PackageType } from '@sonde/model/ota-packages/ota-package'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useMemo, useRef } from 'react'
import { useText } from '../locale/use-text.tsx'
import { useClient } from '../session/use-session.tsx'
import { ComboField, type ComboFieldProps } from '../ui/field/combo-field.tsx'

/** Maximum number of choices offered at once. */
const choicesMax = 50
const quiet = { ignoreErrors: true, ignoreLoading: true } as const
const nameOf = ({ title, version }: OtaPackageInfo) => `${title} (${version})`

/** Title and version of a package; undefined for an empty id and while loading. */
export function useOtaPackageName(id: string): { readonly name: string | undefined; readonly error: Error | null } {
  const { rest } = useClient()
  const { data: name, error } = useQuery({
    queryKey: ['otaPackages', 'name', id],
    enabled: id !== '',
    staleTime: 60_000,
    queryFn: async ({ signal }) => nameOf(await createOtaPackageCalls(rest).info(id, { ...quiet, signal })),
  })
  return { name, error }
}

interface OtaPackageFieldProps extends Pick<ComboFieldProps, 'help' | 'isOptional' | 'isDisabled' | 'onBlur'> {
  /** Default: firmware. */
  readonly type?: PackageType
  readonly deviceProfileId: string
  /** Id; empty: no package. */
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
  const { name, error } = useOtaPackageName(value)
  const clear = useEffectEvent(() => {
    if (value !== '') onChange('')
  })
  useEffect(() => {
    // A failed request other than 404 doesn't mean that the package was deleted.
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
        // Empty when the request fails.
        const found = await calls.listOfProfile(deviceProfileId, type, link, { ...quiet, signal }).catch(() => null)
        return (found?.data ?? []).map((one) => ({ value: one.id.id, label: nameOf(one) }))
      }}
      value={value === '' ? null : { value, label: name ?? '…' }}
      onChange={(option) => onChange(option?.value ?? '')}
    />
  )
}
