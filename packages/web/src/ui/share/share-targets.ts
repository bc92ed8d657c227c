/** Social networks and their share URLs. Nothing is loaded from them. */

export interface Shared {
  readonly link: string
  readonly title: string
  /** Default: the title alone. */
  readonly text?: string
  /** Tags without `#`, separated by commas. */
  readonly hashTags?: string
}

interface ShareTarget {
  readonly id: string
  readonly name: string
  readonly address: (shared: Shared) => string
}

const withQuery = (base: string, query: Readonly<Record<string, string | undefined>>) => {
  const url = new URL(base)
  for (const [name, value] of Object.entries(query)) if (value) url.searchParams.set(name, value)
  return url.href
}

const textOf = ({ title, text }: Shared) => [title, text].filter(Boolean).join(' – ')

export const shareTargets: readonly ShareTarget[] = [
  {
    id: 'facebook',
    name: 'Facebook',
    address: (shared) =>
      withQuery('https://www.facebook.com/sharer/sharer.php', { u: shared.link, quote: textOf(shared) }),
  },
  {
    id: 'twitter',
    name: 'Twitter',
    address: (shared) =>
      withQuery('https://twitter.com/intent/tweet', {
        url: shared.link,
        text: textOf(shared),
        hashtags: shared.hashTags,
      }),
  },
  {
    id: 'linkedin',
    name: 'LinkedIn',
    address: ({ link }) => withQuery('https://www.linkedin.com/sharing/share-offsite/', { url: link }),
  },
  {
    id: 'reddit',
    name: 'Reddit',
    address: (shared) => withQuery('https://www.reddit.com/submit', { url: shared.link, title: textOf(shared) }),
  },
]

const localHosts = /^(localhost|.*\.(localhost|local|internal)|\[::1?\])$/
const privateAddresses = /^(127|10|192\.168|169\.254|172\.(1[6-9]|2\d|3[01]))(\.\d+)+$/

/** Whether others can open the link: valid HTTP(S), not on this computer or a private network. */
export function isShareable(link: string): boolean {
  if (!URL.canParse(link)) return false
  const { protocol, hostname } = new URL(link)
  return /^https?:$/.test(protocol) && !localHosts.test(hostname) && !privateAddresses.test(hostname)
}
