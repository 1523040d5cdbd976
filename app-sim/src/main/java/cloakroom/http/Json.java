package cloakroom.http;

import cloakroom.contract.TierTimes;
import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonInclude.Include;
import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.util.JsonRecyclerPools;
import com.fasterxml.jackson.databind.ObjectMapper;

/** Records and maps as JSON text. */
public final class Json {
  /** Buffers come from one place and not from each thread: virtual threads live for a request. */
  private static final ObjectMapper MAPPER =
      new ObjectMapper(
          JsonFactory.builder()
              .recyclerPool(JsonRecyclerPools.sharedConcurrentDequePool())
              .build());

  static {
    // what nobody asked for is left out and not null
    MAPPER
        .configOverride(TierTimes.class)
        .setInclude(JsonInclude.Value.construct(Include.NON_NULL, Include.ALWAYS));
  }

  private Json() {}

  /** The value as JSON on one line. */
  public static String text(Object value) {
    try {
      return MAPPER.writeValueAsString(value);
    } catch (JsonProcessingException e) {
      throw new IllegalArgumentException("cannot write " + value.getClass().getName(), e);
    }
  }
}
