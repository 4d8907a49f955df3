import { t } from '@lingui/core/macro';
import { Tag } from '../../../shared/ui/tag.tsx';

/** Label of a card that was forgotten again and again. */
export const SlippingTag = () => <Tag tone="poor">{t`Keeps slipping`}</Tag>;
