/** An asset as a page of its own. */

import { RoomOwnPage } from '../../entity-room/room-pages.tsx'
import { assetRoom } from './asset-room.tsx'

export const AssetPage = () => <RoomOwnPage room={assetRoom} />
