/** Page of one asset. */

import { RoomOwnPage } from '../../entity-room/room-pages.tsx'
import { assetRoom } from './asset-room.tsx'

export const AssetPage = () => <RoomOwnPage room={assetRoom} />
