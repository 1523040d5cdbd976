package cloakroom.http;

import cloakroom.contract.TierTimes;
import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonInclude.Include;
import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.util.JsonRecyclerPools;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Map;

/** Records and maps as JSON text. */
public final class JsonText {
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

  private JsonText() {}

  /** An object whose members stand in this order: a name, its value, and so on. */
  public static Map<String, Object> object(Object... namesAndValues) {
    Map<String, Object> members = new LinkedHashMap<>();
    for (int i = 0; i < namesAndValues.length; i += 2) {
      members.put((String) namesAndValues[i], namesAndValues[i + 1]);
    }
    return members;
  }

  /** The value as JSON on one line. */
  public static String text(Object value) {
    return new String(bytes(value), StandardCharsets.UTF_8);
  }

  static byte[] bytes(Object value) {
    try {
      return MAPPER.writeValueAsBytes(value);
    } catch (JsonProcessingException e) {
      throw new IllegalArgumentException("cannot write " + value.getClass().getName(), e);
    }
  }
}
