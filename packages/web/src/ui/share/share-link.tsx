/** Link to share: shows, copies and opens it, or shares it on a social network. */

import './share-link.css'
import { ExternalLink } from 'lucide-react'
import { useText } from '../../locale/use-text.tsx'
import { CopyIconButton } from '../copy/copy-button.tsx'
import { isShareable, type Shared, shareTargets } from './share-targets.ts'

/** Share buttons, each of which opens a new tab. Hidden if others can't open the link. */
function ShareButtons(shared: Shared) {
  const t = useText()
  if (!isShareable(shared.link)) return null
  return (
    <ul className="sd-share" aria-label={t('ui.share')}>
      {shareTargets.map(({ id, name, address }) => (
        <li key={id}>
          <a
            className="sd-button"
            data-kind="outlined"
            data-size="sm"
            href={address(shared)}
            target="_blank"
            rel="noopener noreferrer"
          >
            {t('ui.shareOn', { name })}
          </a>
        </li>
      ))}
    </ul>
  )
}

interface ShareLinkProps extends Shared {
  readonly label: string
}

export function ShareLink({ label, ...shared }: ShareLinkProps) {
  return (
    <div className="sd-share-link">
      <LinkLine label={label} link={shared.link} />
      <ShareButtons {...shared} />
    </div>
  )
}

/** Link with buttons that copy and open it. */
export function LinkLine({ label, link }: Pick<ShareLinkProps, 'label' | 'link'>) {
  const t = useText()
  return (
    <div className="sd-share-line">
      <output className="sd-mono" aria-label={label}>
        {link}
      </output>
      <CopyIconButton text={link} label={t('ui.copyLink')} />
      <a
        className="sd-icon-button"
        data-size="sm"
        data-kind="plain"
        href={link}
        target="_blank"
        rel="noopener noreferrer"
        aria-label={t('ui.openLink')}
        title={t('ui.openLink')}
      >
        <ExternalLink size={16} strokeWidth={2} aria-hidden />
      </a>
    </div>
  )
}
