/** Logo of a dashboard in the toolbar: an image that the author chose, otherwise that of the product. */

import { useState } from 'react'
import { BrandMark } from '../../shell/brand.tsx'

export function DashboardLogo({ url }: { url: string | null }) {
  const [failed, setFailed] = useState<string | null>(null)
  const image = url && failed !== url && /^(data:image\/|https?:|\/)/.test(url) ? url : null
  return (
    <span className="db-logo">
      {image ? <img src={image} alt="" onError={() => setFailed(image)} /> : <BrandMark size={28} />}
    </span>
  )
}
