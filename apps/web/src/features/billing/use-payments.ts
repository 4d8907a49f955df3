import { useMutation } from '@apollo/client/react';
import { useCreationKey } from '../../shared/apollo/use-creation-key.ts';
import { useAuth } from '../../shared/auth/auth-context.tsx';
import { keepCheckoutId } from './checkout-id.ts';
import { RequestStkPushDocument, StartCheckoutDocument, VerifyPaymentDocument } from './pay.generated.ts';

const isWebAddress = (address: string) =>
  URL.canParse(address) && /^https?:$/.test(new URL(address).protocol);

/** Actions on payments; each rejects with the client's error. */
export function usePayments() {
  const { user } = useAuth();
  const key = useCreationKey();
  const [start] = useMutation(StartCheckoutDocument);
  const [push] = useMutation(RequestStkPushDocument);
  const [verify] = useMutation(VerifyPaymentDocument);
  const keep = (apiRef: string) => user && keepCheckoutId(user.id, apiRef);
  return {
    /** Returns the address of the payment page; null when the response has none. */
    startCheckout: async () => {
      const input = { redirectUrl: `${window.location.origin}/billing/return` };
      const { data } = await start({ variables: { input }, context: key.contextFor(input) });
      key.made();
      const { checkoutUrl, apiRef } = data.startCheckout;
      keep(apiRef);
      return isWebAddress(checkoutUrl) ? checkoutUrl : null;
    },
    /** Sends the prompt to a phone and returns its payment. */
    requestPrompt: async (phone: string) => {
      const input = { phone };
      const { data } = await push({ variables: { input }, context: key.contextFor(input) });
      key.made();
      keep(data.requestStkPush.apiRef);
      return data.requestStkPush;
    },
    /** The one field of the dialog may hold either id. */
    verify: async (id: string) => {
      const { data } = await verify({ variables: { input: { invoiceId: id, checkoutId: id } } });
      return data.verifyPayment.status;
    },
  };
}
