/** Form of a package with its properties. Only the description can be changed. */

import { createOtaPackageCalls } from '@sonde/client/ota-packages/ota-package-calls'
import type { OtaPackageInfo } from '@sonde/model/ota-packages/ota-package'
import { useQuery } from '@tanstack/react-query'
import { additionalInfoOf, infoText } from '../../entities/additional-info.ts'
import { EntityLink } from '../../entities/entity-link.tsx'
import type { EntityFields } from '../../entities/new-entity-dialog.tsx'
import { defineForm } from '../../entity-room/room-form.tsx'
import { useText } from '../../locale/use-text.tsx'
import { useClient } from '../../session/use-session.tsx'
import { CopyIconButton } from '../../ui/copy/copy-button.tsx'
import { TextArea } from '../../ui/field/text-field.tsx'
import { fileSize } from '../../ui/format/file-size.ts'
import { useFormat } from '../../ui/format/use-format.ts'
import { lacksFile } from './ota-calls.ts'
import { algorithmNames } from './ota-input.ts'
import { OtaRollout } from './ota-rollout.tsx'

interface OtaDraft {
  readonly description: string
}

interface OtaFieldsProps {
  readonly fields: EntityFields<OtaDraft, { readonly description?: string }>
  readonly row: OtaPackageInfo
}

function Fields({ fields, row }: OtaFieldsProps) {
  const t = useText()
  return (
    <>
      {lacksFile(row) && <p className="sd-text-2 sd-sm">{t('otaUpdates.noFileText')}</p>}
      <TextArea
        label={t('otaUpdates.description')}
        isOptional
        help={t('otaUpdates.descriptionHelp')}
        value={fields.draft.description}
        onChange={(description) => fields.change({ description })}
      />
    </>
  )
}

function Facts({ row: otaPackage }: { readonly row: OtaPackageInfo }) {
  const t = useText()
  const format = useFormat()
  const profileName = useProfileName(otaPackage.deviceProfileId?.id)
  const { title, version, tag, type, url, fileName, dataSize, contentType, checksum, checksumAlgorithm } = otaPackage
  const facts: readonly (readonly [label: string, value: string | null])[] = [
    [t('otaUpdates.name'), title],
    [t('otaUpdates.version'), version],
    [t('otaUpdates.tag'), tag],
    [t('otaUpdates.type'), t(`otaUpdates.${type}`)],
    [t('otaUpdates.fileName'), fileName],
    [
      t('otaUpdates.size'),
      dataSize === null
        ? null
        : `${fileSize(dataSize, t, format)}${dataSize < 1024 ? '' : ` (${t('ui.bytes', { count: dataSize })})`}`,
    ],
    [t('otaUpdates.contentType'), contentType],
  ]
  return (
    <>
      {facts.map(
        ([label, value]) =>
          value && (
            <Fact key={label} label={label}>
              {value}
            </Fact>
          ),
      )}
      {otaPackage.deviceProfileId && (
        <Fact label={t('otaUpdates.profile')}>
          <EntityLink id={otaPackage.deviceProfileId} name={profileName ?? '…'} />
        </Fact>
      )}
      {checksum && (
        <Fact label={checksumAlgorithm ? algorithmNames[checksumAlgorithm] : t('otaUpdates.checksum')}>
          <span className="sd-mono">{checksum}</span>
          <CopyIconButton text={checksum} label={t('otaUpdates.copyChecksum')} />
        </Fact>
      )}
      {url && (
        <Fact label={t('otaUpdates.url')}>
          <span className="sd-mono">{url}</span>
          <CopyIconButton text={url} label={t('otaUpdates.copyUrl')} />
        </Fact>
      )}
    </>
  )
}

/** Undefined while loading. */
function useProfileName(profileId: string | undefined): string | undefined {
  const { deviceProfiles } = useClient()
  const { data, isError } = useQuery({
    queryKey: ['deviceProfiles', 'name', profileId],
    enabled: profileId !== undefined,
    staleTime: 60_000,
    queryFn: ({ signal }) => deviceProfiles.info(profileId ?? '', { signal, ignoreErrors: true, ignoreLoading: true }),
  })
  return data?.name ?? (isError ? profileId : undefined)
}

const Fact = ({ label, children }: { readonly label: string; readonly children: React.ReactNode }) => (
  <>
    <dt>{label}</dt>
    <dd>{children}</dd>
  </>
)

export const otaForm = defineForm({
  draftOf: (row: OtaPackageInfo): OtaDraft => ({ description: infoText(additionalInfoOf(row), 'description') }),
  fieldErrorsOf: () => ({}),
  save(rest, { description }, row, options) {
    const { id, type, title, version } = row
    const additionalInfo = { ...additionalInfoOf(row), description: description.trim() }
    return createOtaPackageCalls(rest).save({ id, type, title, version, additionalInfo }, options)
  },
  renderFields: (props) => <Fields {...props} />,
  Overview: OtaRollout,
  Facts,
})
